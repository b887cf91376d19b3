import { build } from 'esbuild';
import { join } from 'node:path';

/** A process that reads no card must not pay for the engines, and the platform loads every service. */
it('loads no reading engine beside the requests', async () => {
  const { metafile } = await build({
    entryPoints: [join(__dirname, 'service.ts')],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    packages: 'bundle',
    plugins: [
      {
        name: 'packages-outside',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^[^./]/ }, ({ path }) =>
            path.startsWith('@herald/') ? undefined : { path, external: true },
          ),
      },
    ],
  });
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  expect(imported).toContain('joi');
  expect(imported.filter((path) => /opencv|tesseract|zxing|tensorflow|face-api|sharp/.test(path))).toEqual([]);
});
