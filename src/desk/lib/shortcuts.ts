import { type HotkeyCallback, useHotkeys } from 'react-hotkeys-hook'

/** Every key of the desk, as the help shows them. */
export const shortcuts = [
  { keys: 'j', says: 'Next row' },
  { keys: 'k', says: 'Row before' },
  { keys: 'Enter', says: 'Open the row' },
  { keys: 'Esc', says: 'Close what is open' },
  { keys: '/', says: 'Search' },
  { keys: 'c', says: 'Confirm, or mark as answered' },
  { keys: 'n', says: 'Write a note' },
  { keys: 'a', says: 'Assign' },
  { keys: 'g b', says: 'Go to bookings' },
  { keys: 'g m', says: 'Go to messages' },
  { keys: 'g w', says: 'Go to the week' },
  { keys: 'g i', says: 'Go to insights' },
  { keys: '?', says: 'All keys' },
] as const

/**
 * Runs `act` for a key pressed outside fields. Two keys after one another are written `g>b`. `/` and `?` are meant as
 * the characters, wherever the keyboard has them.
 */
export function useShortcut(keys: string, act: HotkeyCallback, isOn = true): void {
  useHotkeys(keys, act, { enabled: isOn, preventDefault: true, useKey: true, sequenceTimeoutMs: 1000 }, [act])
}
