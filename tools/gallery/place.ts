/** A state in the gallery: `/gallery/desk/bookings/empty`, drawn alone at `/gallery/frame/desk/bookings/empty`. */
export interface Place {
  isFrame: boolean
  room: string | null
  state: string | null
  theme: 'light' | 'dark' | null
  width: number | null
}

export function readPlace({ pathname, search }: Pick<URL, 'pathname' | 'search'>): Place {
  const words = pathname.split('/').filter(Boolean).slice(1).map(decodeURIComponent)
  const isFrame = words[0] === 'frame'
  const [area, room, state = null] = isFrame ? words.slice(1) : words
  const wanted = new URLSearchParams(search)
  const theme = wanted.get('theme')
  return {
    isFrame,
    room: area && room ? `${area}/${room}` : null,
    state,
    theme: theme === 'light' || theme === 'dark' ? theme : null,
    width: Number(wanted.get('width')) || null,
  }
}

export function addressOf({ isFrame, room, state, theme, width }: Place): string {
  const path = ['/gallery', isFrame && 'frame', room, state && encodeURIComponent(state)]
    .filter(Boolean)
    .join('/')
  const wanted = new URLSearchParams({ ...(theme && { theme }), ...(width && { width: String(width) }) })
  return wanted.size > 0 ? `${path}?${wanted}` : path
}
