const paths = {
  bookings: 'M3 4.5h14v12H3zM3 8.5h14M7 2.5v4M13 2.5v4M6.5 12.5l2 2 4.5-4',
  messages: 'M3 4h14v10H9l-4 3.5V14H3zM6 7.5h8M6 10.5h5',
  week: 'M3 3v14M7.7 3v14M12.3 3v14M17 3v14M3 6h4.700M7.7 9h4.600M12.3 12h4.700',
  letters: 'M3 5h14v11H3zM3 6l7 5.5L17 6',
  insights: 'M3 17h14M5 14v-4M10 14V4M15 14V8',
} as const

/** The five screens of the daily work as drawings; the word stands beside. */
export function NavIcon({ name }: { name: keyof typeof paths }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
