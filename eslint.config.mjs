import eslint from '@eslint/js';
import nx from '@nx/eslint-plugin';
import importX from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';
import { plainWords } from './tools/lint/plain-words.mjs';

const only = (name, where) => ({ name, message: `Only ${where} may import ${name}.` });
const owned = {
  amqplib: only('amqplib', 'libs/messaging'),
  mongoose: only('mongoose', 'libs/persistence'),
  express: only('express', 'libs/http'),
};
const standIns = {
  group: ['@herald/standin*'],
  message: 'Stand-ins are for development: only main.ts loads them, by import().',
};
const restricted = (...allowed) => [
  'error',
  {
    paths: Object.entries(owned).flatMap(([name, rule]) =>
      allowed.includes(name) ? [] : [{ ...rule, allowTypeImports: false }],
    ),
    patterns: allowed.includes('stand-ins') ? [] : [standIns],
  },
];

/** What a package may import, by its tag. The stand-ins for development are open to tests, and to main.ts. */
const boundaries = (...more) => [
  'error',
  {
    allow: [],
    enforceBuildableLibDependency: false,
    // Its export of spans is a part of its own, the only one that is loaded later.
    checkDynamicDependenciesExceptions: ['@herald/tracing'],
    depConstraints: [
      ['type:runner', 'type:service', 'type:lib', 'type:contract'],
      ['type:service', 'type:lib', 'type:contract'],
      ['type:lib', 'type:lib', 'type:contract'],
      ['type:contract', 'type:contract'],
      ['type:dev', 'type:dev'],
      ['type:ui', 'type:sdk'],
      ['type:sdk'],
    ].map(([sourceTag, ...tags]) => ({ sourceTag, onlyDependOnLibsWithTags: [...tags, ...more] })),
  },
];

const amqpLayers = [
  { target: './wire', from: ['./store', './broker', './session'] },
  { target: './store', from: ['./broker', './session'] },
  { target: './broker', from: ['./session'] },
];

const emptyObject = 'ObjectExpression[properties.length=0]';
const emptyObjectMaps = [
  `VariableDeclarator[id.typeAnnotation.typeAnnotation.typeName.name='Record'] > ${emptyObject}.init`,
  `TSAsExpression[typeAnnotation.typeName.name='Record'] > ${emptyObject}.expression`,
  `CallExpression[callee.property.name='reduce'] > ${emptyObject}.arguments`,
];

const restrictedSyntax = [
  {
    selector: 'ClassDeclaration:not([superClass])',
    message: 'Plain functions; a class only for an error or a stream.',
  },
  {
    selector: "CallExpression[callee.object.name='process'][callee.property.name='on']",
    message: 'Only main.ts listens to the process.',
  },
  // Names that callers choose meet what every plain object inherits: "constructor", "toString".
  ...emptyObjectMaps.map((selector) => ({ selector, message: 'Use a Map, or Object.create(null).' })),
];
const driverCollection = {
  selector: "MemberExpression > MemberExpression.object[property.name='collection']",
  message: 'Use bulkInsert, insertMissing, bulkUpdate, updateMatching or findPlain of libs/persistence.',
};

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.nx/**', '.data/**', 'libs/client-sdk/src/openapi.ts'] },
  eslint.configs.recommended,
  ...tseslint.configs.recommended,
  { plugins: { '@nx': nx, 'import-x': importX, 'plain-words': plainWords } },
  {
    files: ['**/*.{ts,tsx}'],
    // Two programs for all files: one for each project would make the libraries' types forty times.
    languageOptions: {
      parserOptions: { project: ['tsconfig.json', 'apps/console/tsconfig.json'], tsconfigRootDir: import.meta.dirname },
    },
    settings: {
      'import-x/resolver': { node: { extensions: ['.ts', '.tsx', '.js'] } },
      'import-x/extensions': ['.ts', '.tsx', '.js'],
    },
    rules: {
      '@nx/enforce-module-boundaries': boundaries(),
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/no-restricted-imports': restricted(),
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-default-export': 'error',
      complexity: ['error', 12],
      eqeqeq: 'error',
      'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      'no-control-regex': 'off', // control characters are refused on purpose
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings are read once, by config.' },
      ],
      'no-restricted-syntax': ['error', ...restrictedSyntax],
    },
  },
  {
    files: ['apps/*/src/**/*.{ts,tsx}', 'libs/*/src/**/*.ts', 'libs/standins/*/src/**/*.ts', 'tools/**/*.ts'],
    rules: { 'plain-words/comments': 'error', 'plain-words/identifiers': 'error' },
  },
  {
    files: ['apps/*/src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...restrictedSyntax, driverCollection] },
  },
  {
    // A worker file is the main file of a process of its own.
    files: ['**/*.worker.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['libs/messaging/src/**/*.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': restricted('amqplib') },
  },
  {
    files: ['libs/persistence/src/**/*.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': restricted('mongoose') },
  },
  {
    files: ['libs/standins/*/src/**/*.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': restricted('stand-ins') },
  },
  {
    // session -> broker -> store -> wire: a layer imports from those below it only.
    files: ['libs/standins/amqp/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'import-x/no-restricted-paths': ['error', { basePath: 'libs/standins/amqp/src', zones: amqpLayers }] },
  },
  { files: ['tools/**/*.ts'], rules: { '@typescript-eslint/no-restricted-imports': 'off' } },
  { files: ['libs/http/src/**/*.ts'], rules: { '@typescript-eslint/no-restricted-imports': restricted('express') } },
  {
    files: ['apps/*/src/main.ts'],
    rules: { '@nx/enforce-module-boundaries': boundaries('type:dev') },
  },
  {
    files: ['**/main.ts', '**/*.command.ts', 'tools/**'],
    rules: { 'no-restricted-properties': 'off', 'no-restricted-syntax': 'off', 'no-console': 'off' },
  },
  {
    files: ['**/*.test.ts', '**/*.fixture.ts', 'libs/testing/**/*.ts'],
    rules: {
      '@nx/enforce-module-boundaries': boundaries('type:dev'),
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
      'no-restricted-properties': 'off',
      '@typescript-eslint/no-restricted-imports': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        exports: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
        setTimeout: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        performance: 'readonly',
        setImmediate: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
      },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
