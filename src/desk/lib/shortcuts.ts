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
  { keys: 'g l', says: 'Go to letters' },
  { keys: 'g i', says: 'Go to insights' },
  { keys: '?', says: 'All keys' },
] as const

/**
 * What lies over the page and has keys of its own, until it begins to go. Toasts call themselves dialogs too, but stand
 * in a region beside the work.
 */
const taken =
  ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not([data-closed], [role=region] *)'

/** Whether a key press is ours: not a browser's own shortcut, and nothing lies over the page that keys are meant for. */
function isOurs(event: KeyboardEvent): boolean {
  const { defaultPrevented, ctrlKey, metaKey, altKey } = event
  // Windows tells AltGr, which some layouts need for `/`, as Ctrl and Alt together.
  const isChord = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph')
  return !defaultPrevented && !isChord && !document.querySelector(taken)
}

/**
 * Runs `act` for a key pressed outside fields. Two keys after one another are written `g>b`. `/` and `?` are meant as
 * the characters, wherever the keyboard has them and with whatever is held to write them.
 */
export function useShortcut(keys: string, act: HotkeyCallback, isOn = true): void {
  useHotkeys(
    keys,
    (event, hotkey) => {
      if (!isOurs(event)) return
      event.preventDefault()
      act(event, hotkey)
    },
    { enabled: isOn, useKey: true, ignoreModifiers: true, sequenceTimeoutMs: 1000 },
    [act],
  )
}
