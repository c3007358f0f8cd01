/** The one rule that oxlint has not: no-restricted-syntax of ESLint, with its options. */
export default {
  meta: { name: 'syntax' },
  rules: {
    restricted: {
      meta: { schema: { type: 'array', items: { type: 'object' } } },
      create(context) {
        const visitor = {};
        for (const { selector, message } of context.options) {
          visitor[selector] = (node) => context.report({ node, message });
        }
        return visitor;
      },
    },
  },
};
