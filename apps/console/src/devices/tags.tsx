/** Names and values, each pair as one label. */
export function Tags({ tags }: { tags: Record<string, unknown> }) {
  return (
    <ul className="chips">
      {Object.entries(tags).map(([name, value]) => (
        <li key={name} className="chip">
          <span className="chip-name">{name}</span> {String(value)}
        </li>
      ))}
    </ul>
  );
}
