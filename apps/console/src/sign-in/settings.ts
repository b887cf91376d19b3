export type Oidc = { issuer: string; client_id: string; scope: string; resource: string };

let oidc: Oidc | undefined;

/** The issuer with which this installation signs in; undefined where a token is pasted. */
export const currentIssuer = (): Oidc | undefined => oidc;

export async function readIssuer(): Promise<Oidc | undefined> {
  const answer = await fetch('/console/settings.json');
  if (!answer.ok) throw new Error(`settings.json: ${answer.status}`);
  const settings = (await answer.json()) as { oidc: Oidc | null };
  return (oidc = settings.oidc ?? undefined);
}
