/** What single settings may be. The messages go on after "must be". */
import { z } from 'zod';

/** An absolute path on any system: `/…`, `C:\…`, `\\server\…`. */
export const path = z
  .string('an absolute path')
  .max(4096, 'a path of at most 4096 characters')
  .regex(/^(\/|[A-Za-z]:[\\/]|\\\\)[^\0\r\n]*$/, 'an absolute path')
  .nullable();

export const origin = z
  .string('an origin')
  .max(300, 'an origin')
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
  }, 'an origin such as http://192.168.1.20:3000, without a path');

export const hostName = z
  .string('a host name')
  .max(253, 'a host name')
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'a host name in lower case, without port');

export const quality = z.int('a whole number').min(1, 'at least 1').max(100, 'at most 100');
export const onOff = z.boolean();

/** Host and port of a NATS server. No password in it: the key is in the file of credentials. */
export const brokerAddress = z
  .string('an address such as 192.168.1.20:4222')
  .max(300, 'an address of at most 300 characters')
  .refine((text) => {
    const found = /^(?:(?:tls|nats):\/\/)?(?:\[[0-9a-f:]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(text);
    const port = Number(found?.[1] ?? 4222);
    return text === '' || (found !== null && port >= 1 && port <= 65535);
  }, 'an address such as 192.168.1.20:4222');

/** A name that an authority can give a certificate for: of several parts, and no address. */
export const domain = z
  .string('a name such as photos.example.org')
  .max(253, 'a name of at most 253 characters')
  .regex(
    /^(?:(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)?$/,
    'a name in lower case such as photos.example.org',
  );

/** The directory (RFC 8555) of the authority that most people use. */
export const LETS_ENCRYPT = 'https://acme-v02.api.letsencrypt.org/directory';

export const directoryAddress = z
  .string('an address with https')
  .max(300, 'an address of at most 300 characters')
  .refine((text) => URL.parse(text)?.protocol === 'https:', 'an address with https');

/** `user@host:port`. Nothing that a program would take for an option. */
export const sshHost = z
  .string('a host such as me@photos.example.org')
  .max(300, 'a host such as me@photos.example.org')
  .refine((text) => {
    const found =
      /^(?:[a-z0-9_][a-z0-9_.-]{0,31}@)?(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(
        text,
      );
    const port = Number(found?.[1] ?? 22);
    return text === '' || (found !== null && port >= 1 && port <= 65535);
  }, 'a host such as me@photos.example.org; with another port for ssh, such as me@photos.example.org:2222');

export const webAddress = z
  .string('an address with http or https')
  .max(2000, 'an address of at most 2000 characters')
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  }, 'an address with http or https, without a password')
  .nullable();

export const port = z.int('a whole number').min(1, 'from 1 to 65535').max(65535, 'from 1 to 65535');
/** 0: any free one. */
export const portOrAny = z.int('a whole number').min(0, 'from 0 to 65535').max(65535, 'from 0 to 65535');
