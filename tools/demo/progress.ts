const width = 40;

/** A line that is drawn over and over on a terminal, and now and then elsewhere. */
export function progressLine(out: NodeJS.WriteStream = process.stdout, everyMs = 2_000) {
  let drawnAt = 0;
  return {
    draw(text: string): void {
      if (out.isTTY) return void out.write(`\r\u001b[2K${text}`);
      if (Date.now() - drawnAt < everyMs) return;
      drawnAt = Date.now();
      out.write(`${text}\n`);
    },
    end(text: string): void {
      out.write(out.isTTY ? `\r\u001b[2K${text}\n` : `${text}\n`);
    },
  };
}

/** `[#####.....]  50 %` */
export function bar(done: number, of: number): string {
  const share = of === 0 ? 0 : Math.min(1, done / of);
  const filled = Math.round(share * width);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}

export const number = (value: number): string => Math.round(value).toLocaleString('en');

/** Seconds left at the pace so far. */
export function left(done: number, of: number, seconds: number): string {
  return done === 0 ? '?' : `${Math.ceil(((of - done) * seconds) / done)} s`;
}
