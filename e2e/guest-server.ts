import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import sharp from 'sharp';
import type {
  GuestComment,
  GuestDenial,
  GuestEntry,
  GuestMark,
  GuestRefusal,
  GuestState,
  StoredMark,
} from '../src/contract/guest-proof.ts';
import { PAGE_POLICY } from '../src/server/guests/guest-headers.ts';

export type OpenState = GuestState & { is: 'open' };
const SECRET = 'Abcdefghijklmnopqrstuv';
const built = join(import.meta.dirname, '..', 'dist', 'guest');
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };
const SHAPES = [
  [1600, 1067],
  [1067, 1600],
  [1600, 1200],
  [1600, 1600],
] as const;

/** A proof as the page's guests meet it, in memory, with the faults that the real one has only by chance. */
export interface GuestServer {
  url: string;
  state: OpenState;
  /** What is asked at the door; null: nobody is. */
  needs: ('password' | 'name')[] | null;
  is: 'there' | 'away' | 'ended';
  /** The answer to the next mark is lost on its way. */
  losesAnswer: boolean;
  /** What was asked for, as `PUT mark/p1`. */
  asked: string[];
  close(): Promise<void>;
}

export async function startGuestServer(count: number, change: Partial<OpenState> = {}): Promise<GuestServer> {
  const colors = await Promise.all(
    SHAPES.flatMap(([width, height]) =>
      [0, 1, 2].map((shade) =>
        sharp(Buffer.from(scene(width / 4, height / 4, shade)))
          .jpeg()
          .toBuffer(),
      ),
    ),
  );
  const server: GuestServer = {
    url: '',
    state: { ...proof(count), ...change },
    needs: null,
    is: 'there',
    losesAnswer: false,
    asked: [],
    close: () =>
      new Promise((closed) => {
        http.close(() => closed());
        http.closeAllConnections();
      }),
  };
  const http = createServer((req, res) => {
    void answer(server, colors, req, res);
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/p/${SECRET}`;
  return server;
}

const proof = (count: number): OpenState => ({
  is: 'open',
  title: 'Anna & Jonas, 14 June',
  welcome: 'Thank you for a wonderful day! Mark what belongs into the album.',
  expires_at: new Date(Date.now() + 29.5 * 86_400_000).toISOString(),
  guests: 'each',
  name: 'Anna',
  allows: { favorite: true, stars: true, verdict: true, comments: true, final_text: true },
  most_favorites: 10,
  most_yes: null,
  downloads: 'web',
  archive: true,
  is_done: false,
  final_text: '',
  here_before: null,
  pictures: Array.from({ length: count }, (_, index) => {
    const [width, height] = SHAPES[index % SHAPES.length]!;
    return { key: `p${index + 1}`, version: 'v1', width, height, since: 1_000 };
  }),
  marks: {},
  others: {},
  comments: [],
});

const scene = (width: number, height: number, shade: number) => {
  const hue = [28, 205, 130][shade];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x2="0" y2="1">
    <stop offset="0" stop-color="hsl(${hue} 45% 78%)"/><stop offset="1" stop-color="hsl(${hue} 30% 38%)"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/><circle cx="70%" cy="30%" r="12%" fill="hsl(45 80% 88%)"/>
    <path d="M0 ${height} L${width * 0.35} ${height * 0.45} L${width * 0.6} ${height * 0.8} L${width * 0.8} ${height * 0.6} L${width} ${height}Z" fill="hsl(${hue} 25% 22%)"/></svg>`;
};

async function answer(server: GuestServer, pictures: Buffer[], req: IncomingMessage, res: ServerResponse) {
  const { pathname } = new URL(req.url!, 'http://guests');
  const say = (status: number, body?: object, headers: Record<string, string> = {}) =>
    res
      .writeHead(status, { 'x-robots-tag': 'noindex', 'content-type': 'application/json', ...headers })
      .end(body && JSON.stringify(body));
  if (pathname.startsWith('/p/a/')) {
    const file = await readFile(join(built, pathname.slice(5))).catch(() => null);
    if (!file) return say(404);
    return res.writeHead(200, { 'content-type': TYPES[extname(pathname)] ?? 'text/plain' }).end(file);
  }
  if (pathname === `/p/${SECRET}`) {
    const headers = { 'content-type': 'text/html', 'content-security-policy': PAGE_POLICY };
    return res.writeHead(200, headers).end(await readFile(join(built, 'index.html')));
  }
  if (server.is === 'away') return req.socket.destroy();
  const what = pathname.slice(`/p/${SECRET}/`.length);
  const [kind, key = ''] = what.split('/');
  if (kind !== 'state' && kind !== 'picture') server.asked.push(`${req.method} ${what}`);
  if (server.is === 'ended') return say(404);
  const { state } = server;
  const body = await bodyOf(req);
  if (kind === 'enter') {
    const { password, name, code } = body as GuestEntry;
    const isIn = code === '4711 0815' || ((password ?? 'summer') === 'summer' && name !== '');
    const why: GuestDenial = { why: code === undefined ? 'password' : 'code' };
    if (!isIn) return say(403, why);
    server.needs = null;
    return say(200, state);
  }
  if (server.needs) return kind === 'state' ? say(200, { is: 'closed', needs: server.needs }) : say(404);
  const refuse = (refusal: GuestRefusal) => say(409, refusal);
  switch (kind) {
    case 'state': {
      const tag = `"${Buffer.from(JSON.stringify(state)).toString('base64').slice(-80)}${JSON.stringify(state).length}"`;
      return req.headers['if-none-match'] === tag ? say(304, undefined, { etag: tag }) : say(200, state, { etag: tag });
    }
    case 'picture': {
      const index = Number(key.slice(1)) - 1;
      const picture = pictures[(index % SHAPES.length) * 3 + (Math.floor(index / SHAPES.length) % 3)]!;
      return res.writeHead(200, { 'content-type': 'image/jpeg', 'cache-control': 'private, no-cache' }).end(picture);
    }
    case 'code':
      return say(200, { code: '4711 0815' });
    case 'mark': {
      const { version, ...mark } = body as GuestMark;
      const before: StoredMark = state.marks[key] ?? { favorite: false, stars: 0, verdict: null, version: 0 };
      if (state.is_done) return refuse({ why: 'done' });
      const isSame = JSON.stringify({ ...mark, version: before.version }) === JSON.stringify(before);
      if (!isSame && version !== before.version) return refuse({ why: 'newer', mark: before });
      const favorites = Object.entries(state.marks).filter(([other, { favorite }]) => favorite && other !== key).length;
      if (mark.favorite && favorites >= (state.most_favorites ?? Infinity)) return refuse({ why: 'full' });
      const stored = isSame ? before : { ...mark, version: before.version + 1 };
      server.state = { ...state, marks: { ...state.marks, [key]: stored } };
      if (server.losesAnswer) {
        server.losesAnswer = false;
        return req.socket.destroy();
      }
      return say(200, stored);
    }
    case 'comment': {
      if (req.method === 'DELETE') {
        server.state = { ...state, comments: state.comments.filter(({ id }) => id !== key) };
        return say(204);
      }
      const { on: _on, ...comment } = body as GuestComment;
      if (state.is_done) return refuse({ why: 'done' });
      const told = { ...comment, is_earlier: false, by: null, at: Date.now() };
      const others = state.comments.filter(({ id }) => id !== comment.id);
      server.state = { ...state, comments: [...others, told] };
      return say(200, told);
    }
    case 'final-text':
      server.state = { ...state, final_text: (body as { text: string }).text };
      return say(204);
    case 'done':
      server.state = { ...state, is_done: true };
      return say(200, server.state);
    case 'visit':
      return say(204);
    default:
      return say(404);
  }
}

async function bodyOf(req: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return parts.length === 0 ? null : JSON.parse(Buffer.concat(parts).toString());
}
