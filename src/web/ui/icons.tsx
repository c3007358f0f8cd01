import type { ReactNode } from 'react';

/** Line icons on a grid of 24, always beside words or inside a control that has a name: never read aloud. */
function icon(drawing: ReactNode) {
  return function Icon({ size = 18 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {drawing}
      </svg>
    );
  };
}

export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </>,
);
export const CloseIcon = icon(<path d="M6 6l12 12M18 6 6 18" />);
export const DownIcon = icon(<path d="m6 9.5 6 6 6-6" />);
export const OrderIcon = icon(<path d="M7.5 5v14M4 15.5 7.5 19l3.5-3.5M13.5 6.5h7M13.5 12h5M13.5 17.5h3" />);
export const LeftIcon = icon(<path d="m14.5 5-7 7 7 7" />);
export const RightIcon = icon(<path d="m9.5 5 7 7-7 7" />);
export const LeaveIcon = icon(
  <path d="M10 4H5.5A1.5 1.5 0 0 0 4 5.5v13A1.5 1.5 0 0 0 5.5 20H10M15.5 8l4 4-4 4M19 12H9.5" />,
);
export const PictureIcon = icon(
  <>
    <rect x="3.5" y="5" width="17" height="14" rx="2" />
    <circle cx="8.5" cy="10" r="1.5" />
    <path d="m4 17.5 5-4.5 3 2.5 4-4 4.5 4.5" />
  </>,
);
export const LibraryIcon = icon(
  <>
    <ellipse cx="12" cy="6" rx="7.5" ry="2.75" />
    <path d="M4.5 6v12c0 1.5 3.4 2.75 7.5 2.75s7.5-1.25 7.5-2.75V6M4.5 12c0 1.5 3.4 2.75 7.5 2.75s7.5-1.25 7.5-2.75" />
  </>,
);
export const UnpluggedIcon = icon(<path d="M9 4v4M15 4v4M6.5 8h11v3a5.5 5.5 0 0 1-11 0zM12 16.5V20M3.5 3.5l17 17" />);

export function StarIcon({ size = 12, className }: { size?: number; className?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className={className}>
      <path d="m12 2.5 2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.7l-6.1 3.4 1.4-6.8L2.2 9.6l6.9-.8z" />
    </svg>
  );
}

/** A darkroom's lamp, the same as in the tray. */
export function Wordmark() {
  return (
    <span className="wordmark">
      <svg width="20" height="20" viewBox="0 0 16 15" aria-hidden="true">
        <path fill="currentColor" d="M7 0h2v2.1A7 7 0 0 1 15 9v1H1V9a7 7 0 0 1 6-6.9Z" />
        <path className="wordmark-light" d="M4.5 11h7a3.5 3.5 0 0 1-7 0Z" />
      </svg>
      Safelight
    </span>
  );
}
