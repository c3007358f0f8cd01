import { options } from 'preact';
import { createRoot } from 'react-dom/client';
import './ui/base.css';
import { App } from './app.tsx';
import { GuestLink } from './link/guest-link.ts';
import { Place } from './place.ts';
import { language, t } from './words.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Effects begin before the next key or click.
options.requestAnimationFrame = queueMicrotask;
document.documentElement.lang = language;
document.title = t.title;
const link = new GuestLink();
const place = new Place();
link.open();
place.open();
createRoot(root).render(<App link={link} place={place} />);
