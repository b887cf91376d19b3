import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { spanSink, type SpanSink } from '@herald/span-sink';
import { startForTest, type Tested } from '@herald/testing';
import { sapienWith } from '../service';
import { createReading, picture, send } from '../start-sapien.fixture';
import { processReaders } from './process-readers';
import { startReaderProcess } from './reader-process';

/** One real reader process without engines, so that cards wait for each other. */
const folder = mkdtempSync(join(tmpdir(), 'herald-'));
const [file, reading] = [join(folder, 'reader.js'), join(folder, 'reading')];
writeFileSync(reading, serialize(createReading()));
writeFileSync(
  file,
  `const read = require('node:v8').deserialize(require('node:fs').readFileSync('${reading}'));
   process.on('message', () => setTimeout(() => process.send({ kind: 'done', read, megabytes: 1 }), 100));`,
);

let sink: SpanSink;
let herald: Tested;
beforeAll(async () => {
  sink = await spanSink();
  const service = sapienWith(({ settings }, metrics) =>
    processReaders({
      metrics,
      maxProcesses: 1,
      maxQueued: settings.SAPIEN_QUEUE,
      maxMegabytes: 100,
      start: () => startReaderProcess({ file }),
      logFailure: () => {},
    }),
  );
  herald = await startForTest(service, { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url });
});
afterAll(async () => {
  await sink.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('shows of each card how long it waited and how long it was read, in the trace of its request', async () => {
  const [front_image, back_image] = [await picture(10), await picture(200, 'png')];
  const card = () => send(herald, { company_id: '1', front_image, back_image });
  const answers = await Promise.all([card(), card(), card()]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  await herald.stop();
  const spansOf = (name: string) => sink.spans.filter((span) => span.name === name);
  const requests = spansOf('POST /sapien/api/v1/credential').map(({ spanId }) => spanId);
  expect(new Set(requests).size).toBe(3);
  for (const name of ['wait for a reader', 'read card'])
    expect(
      spansOf(name)
        .map(({ parentSpanId }) => parentSpanId)
        .sort(),
    ).toEqual([...requests].sort());
  expect(JSON.stringify(sink.spans)).not.toMatch(/12345678|BEGOÑA|NÚÑEZ|987654321/);
});
