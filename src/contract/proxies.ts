import { z } from 'zod';

/** Where a proxy can say for whom it asks. none: no proxy is believed. */
export const FORWARDED_HEADERS = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'none'] as const;
export type ForwardedHeader = (typeof FORWARDED_HEADERS)[number];

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** An address, or a network as in 10.0.0.0/8. */
export const isNetwork = (text: string): boolean => network.safeParse(text).success;
