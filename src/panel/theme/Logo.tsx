/** The mark: four sockets of a patch bay, two of them joined by a cable. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <path d="M10 11c0 10 12 0 12 10" fill="none" stroke="var(--on-accent)" strokeOpacity="0.6" strokeWidth="2.5" />
      <g fill="var(--accent)" stroke="var(--on-accent)" strokeWidth="2.5">
        <circle cx="10" cy="10" r="3.5" />
        <circle cx="22" cy="22" r="3.5" />
      </g>
      <g fill="var(--on-accent)" opacity="0.5">
        <circle cx="22" cy="10" r="2" />
        <circle cx="10" cy="22" r="2" />
      </g>
    </svg>
  );
}
