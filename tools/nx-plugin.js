/** Gives every workspace package its Nx targets; what they do stands in nx.json's targetDefaults. */
const { dirname } = require('node:path');

const libTargets = { typecheck: {}, lint: {}, test: {} };
const appTargets = { ...libTargets, build: {}, serve: {} };

exports.name = 'herald-projects';
exports.createNodesV2 = [
  '{apps,libs,libs/standins}/*/package.json',
  (files) =>
    files.map((file) => {
      const root = dirname(file);
      return [file, { projects: { [root]: { targets: root.startsWith('apps/') ? appTargets : libTargets } } }];
    }),
];
