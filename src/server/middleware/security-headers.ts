import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { cameByHttps } from '../network/request-sender.ts';

/** Headers that only matter for documents are left out where no browser makes a document of the answer. */
const NOT_FOR_ANSWERS = {
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

const SHARED = {
  // Plain HTTP on the user's own machine: promising HTTPS would lock people out.
  strictTransportSecurity: false,
  crossOriginResourcePolicy: { policy: 'same-origin' },
  // Express is told elsewhere not to send it.
  xPoweredBy: false,
} as const;

/** For API answers: nothing in them may be loaded, framed or run. */
export const answerHeaders = helmet({
  ...SHARED,
  ...NOT_FOR_ANSWERS,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
});

/** For pages: they may load what this server sends, and nothing else. */
const PAGE: HelmetOptions = {
  ...SHARED,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'blob:', 'data:'],
      connectSrc: ["'self'"],
      fontSrc: ["'self'"],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
};
const toTrusted = helmet(PAGE);
/** Over plain HTTP from another device browsers ignore these two, and log a complaint at each load. */
const toOthers = helmet({ ...PAGE, crossOriginOpenerPolicy: false, originAgentCluster: false });

export const pageHeaders: RequestHandler = (req, res, next) => {
  const isTrusted = cameByHttps(req) || /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(req.hostname);
  (isTrusted ? toTrusted : toOthers)(req, res, next);
};
