const paths = {
  arrow: 'M3 8h10M9 4l4 4-4 4',
  back: 'M13 8H3M7 4 3 8l4 4',
  check: 'm3 8.5 3.5 3.5L13 5',
  close: 'm4 4 8 8M12 4l-8 8',
  out: 'M6 4h6v6M12 4 4 12',
} as const

/** A small line drawing, always next to a word with the same meaning. */
export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
