/**
 * Security headers that mean something for documents only. Answers that no browser makes a document of, as pictures and 304s, go without
 * them: they are twice as long as all that such an answer has to say.
 */
export const PAGE_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const;
