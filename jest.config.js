const swc = (syntax) => ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax } }, sourceMaps: 'inline' }];

/** Tests talk to a real database and a real broker; tools/test-stack.ts starts stand-ins where none are named. */
module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{apps,libs,tools}/**/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '/dist/',
    ...(process.env.INTEGRATION ? [] : ['\\.integration\\.test\\.ts$']),
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  transform: {
    '^.+\\.ts$': swc('typescript'),
    // It loads modules by import(), which the sandbox of the tests does not have.
    '/otlp-exporter-base/.+\\.js$': swc('ecmascript'),
  },
  transformIgnorePatterns: ['/node_modules/(?!@opentelemetry/otlp-exporter-base/)'],
  // In the sandbox of the tests, each look at one of these costs as much as a call. Loops over pixels take a tenth of the
  // time where they are found at once.
  sandboxInjectedGlobals: [
    ...['Math', 'Number', 'Array', 'Object', 'Map', 'Set', 'String'],
    ...['Uint8Array', 'Uint8ClampedArray', 'Uint16Array', 'Int16Array', 'Int32Array', 'Uint32Array'],
    ...['Float32Array', 'Float64Array'],
  ],
  globalSetup: '<rootDir>/tools/test-stack.ts',
  globalTeardown: '<rootDir>/tools/test-stack-down.ts',
  // A busy machine is no failure: this bounds what hangs.
  testTimeout: 180_000,
  maxWorkers: 2,
  // Modules of earlier suites stay in memory: a worker of hundreds of suites would hold two gigabytes.
  workerIdleMemoryLimit: '1GB',
};
