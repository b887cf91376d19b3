import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@herald/contracts';
import * as ts from 'typescript';

/** The message types that code publishes and consumes. `others`: places where it does something else with one. */
export type Uses = { emitted: string[]; consumed: string[]; others: string[] };

const isCode = (file: string) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file);

/** What the code of a folder does with each message type that it imports. */
export function usesOfMessages(folder: string): Uses {
  const uses = { emitted: new Set<string>(), consumed: new Set<string>(), others: new Set<string>() };
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isCode)) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (!text.includes('@herald/contracts')) continue;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const types = importedTypes(source);
    if (/import \* as \w+ from '@herald\/contracts'/.test(text)) uses.others.add(`${file}: imports all messages`);
    const visit = (node: ts.Node): void => {
      if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeQueryNode(node)) return;
      const type = ts.isIdentifier(node) ? types.get(node.text) : undefined;
      if (type === undefined) return void node.forEachChild(visit);
      if (isEmitted(node)) uses.emitted.add(type);
      else if (isConsumed(node)) uses.consumed.add(type);
      else uses.others.add(`${file}: ${node.parent.getText()}`);
    };
    visit(source);
  }
  return { emitted: [...uses.emitted].sort(), consumed: [...uses.consumed].sort(), others: [...uses.others] };
}

/** The message types that a file knows, by the names that it gives them. */
function importedTypes(source: ts.SourceFile): Map<string, string> {
  const names = source.statements.flatMap((one) => {
    const bindings = ts.isImportDeclaration(one) ? one.importClause?.namedBindings : undefined;
    return bindings && ts.isNamedImports(bindings) ? [...bindings.elements] : [];
  });
  return new Map(
    names.flatMap(({ name, propertyName = name }) => {
      const type = contracts.allMessages.find((message) => message === contracts[propertyName.text as 'pushBatch']);
      return type ? [[name.text, type.type] as const] : [];
    }),
  );
}

function isEmitted(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isCallExpression(parent) && parent.arguments[0] === node && /\bemit$/.test(parent.expression.getText());
}

const isConsumed = ({ parent }: ts.Node) => ts.isPropertyAssignment(parent) && parent.name.getText() === 'on';
