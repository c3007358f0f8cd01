import type { Tool } from './tool.ts';

/** What a host offers while a person types: from the answer of a tool, so that rights and rules are the same. */
export interface Completion {
  tool: Tool['name'];
  /** The arguments of the tool. */
  given: (typed: string) => Record<string, unknown>;
  words: (told: Readonly<Record<string, unknown>>) => string[];
}

export const operations: Completion = {
  tool: 'safelight_describe_module',
  given: () => ({}),
  words: ({ modules }) => (modules as { operation: string }[]).map(({ operation }) => operation),
};

export const tagNames: Completion = {
  tool: 'safelight_list_tags',
  given: (search) => ({ search }),
  words: ({ tags }) => (tags as { name: string }[]).map(({ name }) => name),
};
