/**
 * Lint rules for the language of the code. Readers are engineers from everywhere: comments and names use the field's own
 * words, and a comment's subject is a thing, not a person.
 */
const words = [
  [
    /\b(who|whoever|whom|whose turn|nobody|somebody|anybody)\b/i,
    'name the thing: a caller, a process, a message, a row',
  ],
  [/\b(he|him|his|she|her)\b/i, 'name the thing: a caller, a process, a message, a row'],
  [/\banew\b/i, 'again'],
  [/\bfor ever\b/i, 'forever, or the condition that never holds'],
  [/\bso (many|long|late|much)\b/i, 'say which number or time'],
  [/\b(comes|come) again\b/i, 'is retried, is delivered again'],
  [/\blets? go\b/i, 'releases'],
  [/\bmakes? up for\b/i, 'compensates'],
  [/\bis (told|said)\b/i, 'is answered, is reported, is documented'],
  [/\bat the same moment\b/i, 'concurrent'],
  [/\bunder way\b/i, 'in progress, in flight'],
  [/\bgives? up\b/i, 'aborts, stops retrying'],
];

const names = [
  [/^most(?!Reliable|Certain|Recent|Likely)[A-Z]/, 'max…'],
  [/^least[A-Z]/, 'min…'],
  [/^(atOnce|inTurn|underWay|withinMs|doneTogether)$/, 'concurrency, limit, inFlight, maxDelayMs, batcher'],
];

const maxColumns = 120;

const comments = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { word: '"{{word}}": {{instead}}.', long: 'A comment line has at most 120 columns.' },
  },
  create: ({ sourceCode, report }) => ({
    Program() {
      for (const comment of sourceCode.getAllComments()) {
        if (/^\s*eslint-/.test(comment.value)) continue;
        for (const [pattern, instead] of words) {
          const word = pattern.exec(comment.value)?.[0];
          if (word) report({ loc: comment.loc, messageId: 'word', data: { word, instead } });
        }
        const lines = sourceCode.lines.slice(comment.loc.start.line - 1, comment.loc.end.line);
        if (comment.type !== 'Line' || /^\s*\/\//.test(lines[0]))
          if (lines.some(({ length }) => length > maxColumns)) report({ loc: comment.loc, messageId: 'long' });
      }
    },
  }),
};

const identifiers = {
  meta: { type: 'suggestion', schema: [], messages: { name: 'Not "{{name}}" but {{instead}}.' } },
  create: ({ report }) => ({
    ':matches(VariableDeclarator, FunctionDeclaration, Property, TSPropertySignature, TSTypeAliasDeclaration) > Identifier'(
      node,
    ) {
      const { parent } = node;
      if ((parent.id ?? parent.key) !== node) return;
      const found = names.find(([pattern]) => pattern.test(node.name));
      if (found) report({ node, messageId: 'name', data: { name: node.name, instead: found[1] } });
    },
  }),
};

export const plainWords = { rules: { comments, identifiers } };
