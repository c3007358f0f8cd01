import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Services } from '../services.ts';
import type { ImageHistory } from '../../image-index/image-index.ts';
import type { HistoryRow } from '../../library/history.ts';
import type { ImageFacts } from '../../library/library.ts';
import type { Headers } from '../openapi/headers.ts';
import type { Tag } from '../openapi/tags.ts';
import type { JsonAnswer } from '../responses/json-answer.ts';
import type { Body } from './body.ts';
import type { PathValues } from './path-parameters.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Who may call: anyone, a client with its id and secret, or who has a token or a session with these scopes. */
export type Access = 'none' | 'client' | Scope | readonly Scope[];

export interface Answer<Json extends z.ZodType = z.ZodType> {
  /** Of an answer that several routes have: its name in the API document. */
  id?: string;
  description: string;
  headers?: Headers;
  /** The body, if it is JSON. */
  json?: Json;
  example?: z.input<Json>;
  /** A line of the body, for who accepts lines of JSON. */
  lines?: z.ZodType;
  /** The content types of the body, if it is not JSON. */
  types?: readonly string[];
}

/** `known`: the index may tell it. `live`: it is looked up in darktable's library. */
export type ImageCheck = 'known' | 'live';
export type KnownImage = ImageHistory | ImageFacts;
/** `read`: to be shown. `edited`: an error of the library is one of its stored parameters. */
export type ModuleCheck = 'read' | 'edited';
interface CheckedImages {
  known: KnownImage;
  live: ImageFacts;
}

/** A request whose parts have been checked, in the order of `Route`. */
export interface Asked<
  Path extends string = string,
  Query = unknown,
  Sent = unknown,
  Image = unknown,
  Module = unknown,
> {
  readonly params: PathValues<Path>;
  readonly image: Image;
  readonly module: Module;
  readonly query: Query;
  readonly body: Sent;
  readonly req: Request;
  readonly res: Response;
  /** Who asks; empty where anyone may. */
  readonly client: string;
}

interface Declaration<
  Path extends string,
  Query extends z.ZodObject | undefined,
  Sent,
  Image extends ImageCheck | undefined,
  Module extends ModuleCheck | undefined,
  Answers extends Partial<Record<number, Answer>>,
> {
  method: Method;
  /** As Express writes it: `/api/v1/images/:id`. */
  path: Path;
  /** The name of the operation in the API document. */
  id: string;
  tag: Tag;
  summary: string;
  description?: string;
  /** Checked first. Then comes read-only mode, if `errors` has `read_only` and this is no GET, and the form of the path's parameters. */
  scope: Access;
  /** Only a page of this server may ask. */
  ownPageOnly?: true;
  /** The image of `:id` must exist. */
  image?: Image;
  /** The image must have the module `:op` and, once the query is read, the `instance` of it that it names. */
  module?: Module;
  /** Without it, a change takes no parameters. */
  query?: Query;
  /** Without it, a change takes no body. */
  body?: Body<Sent>;
  answers: Answers;
  /** Codes besides those that follow from the other parts: see `errorsOf` in document.ts. */
  errors?: readonly ErrorCode[];
  /** Additions to the curl example, besides the address and the token. */
  curl?: { query?: string; save?: string; options?: readonly string[] };
  /** Whether HEAD is answered like GET; default: yes. */
  head?: boolean;
  /**
   * Called once, with the services; the result is called with each request. What it gives is sent as JSON with the first of the
   * successful statuses, unless it has set another one; nothing: it has answered itself, or the answer has no body.
   */
  handle: (
    services: Services,
  ) => (
    asked: Asked<
      Path,
      Query extends z.ZodObject ? z.output<Query> : undefined,
      Sent,
      Image extends ImageCheck ? CheckedImages[Image] : undefined,
      Module extends ModuleCheck ? HistoryRow : undefined
    >,
  ) => Given<Answers> | Promise<Given<Answers>>;
}

/** What a handler may give: a body that the API document has, or bytes that it has made of one. */
type Given<Answers> =
  | {
      [Status in keyof Answers]: Answers[Status] extends { json: infer Json extends z.ZodType }
        ? z.output<Json>
        : never;
    }[keyof Answers]
  | JsonAnswer
  // The client has gone, or the handler has answered.
  | null
  | undefined
  // oxlint-disable-next-line typescript/no-invalid-void-type
  | void;

/** One method at one path: all that the router, the API document and the checks of a request know of it. */
export interface Route extends Omit<
  Declaration<string, z.ZodObject | undefined, unknown, ImageCheck, ModuleCheck, Partial<Record<number, Answer>>>,
  'handle'
> {
  handle: (services: Services) => (asked: Asked) => unknown;
}

/** Declares a route. The types of its parts are those of its handler. */
export const route = <
  const Path extends string,
  Sent,
  const Answers extends Partial<Record<number, Answer>>,
  Query extends z.ZodObject | undefined = undefined,
  Image extends ImageCheck | undefined = undefined,
  Module extends ModuleCheck | undefined = undefined,
>(
  declaration: Declaration<Path, Query, Sent, Image, Module, Answers>,
): Route => declaration as unknown as Route;
