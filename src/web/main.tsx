import { options } from 'preact';
import { createRoot } from 'react-dom/client';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
// Imported first, so that the pages' own styles come after it.
import './ui/typeface.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/forced-colors.css';
import './ui/text.module.css';
import './ui/controls.module.css';
import './ui/button.module.css';
import './ui/card.module.css';
import './ui/tag.module.css';
import './ui/marks.module.css';
import './ui/menu.module.css';
import './ui/segments.module.css';
import './ui/notice.module.css';
import './ui/preview.module.css';
import { openQueries, queryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { openSelection } from './gallery/selection.ts';
import { startWords } from './i18n/words.ts';
import { leaveKeysToInputMethods } from './keyboard/keys.ts';
import { openAddress } from './location.ts';
import { openOrganising } from './organising/open-organising.ts';
import { PageFailure } from './ui/page-failure.tsx';
import { applyTheme } from './ui/theme.ts';
import { Toasts } from './ui/toasts.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Effects begin and end before the next key or click, as with React. After the next frame, a view that has gone would still hear one.
options.requestAnimationFrame = queueMicrotask;
leaveKeysToInputMethods();
openAddress();
openQueries();
openOrganising();
openSelection();
applyTheme();
await startWords();
createRoot(root).render(
  // This server's policy only allows styles from files.
  <CSPProvider disableStyleElements>
    <QueryClientProvider client={queryClient}>
      <PageFailure>
        <App />
      </PageFailure>
      <Toasts />
    </QueryClientProvider>
  </CSPProvider>,
);
