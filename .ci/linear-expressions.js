/** A rule of lint: a regular expression takes linear time, or a comment that disables the rule says how its input is bounded. */
import { checkSync } from 'recheck';

/** Results by expression: the same ones are in many files. */
const checked = new Map();

function isSlow({ pattern, flags }) {
  const text = `/${pattern}/${flags}`;
  if (!checked.has(text)) checked.set(text, checkSync(pattern, flags, { timeout: 10_000 }).status === 'vulnerable');
  return checked.get(text);
}

export const linearExpressions = {
  meta: { type: 'problem', schema: [], messages: { slow: 'this expression may take more than linear time' } },
  create: (context) => ({
    Literal(node) {
      if (node.regex && isSlow(node.regex)) context.report({ node, messageId: 'slow' });
    },
  }),
};
