/** The mark: two sockets of a patch bay, joined by a cable. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <g fill="none" stroke="var(--on-accent)" strokeWidth="3">
        <path d="M10 12.5c0 11 12 -4 12 7" strokeOpacity="0.65" />
        <circle cx="10" cy="9.5" r="3.5" />
        <circle cx="22" cy="22.5" r="3.5" />
      </g>
    </svg>
  );
}
