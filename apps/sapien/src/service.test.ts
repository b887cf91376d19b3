import { join } from 'node:path';
import { build } from 'esbuild';

/** The platform loads every service into one process: it must not load the engines of the readers. */
it('loads no reading engine into the process of the service', async () => {
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
