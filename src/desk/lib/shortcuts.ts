import { useSyncExternalStore } from 'react'
import { type HotkeyCallback, useHotkeys } from 'react-hotkeys-hook'
import type { BookingStatus, MessageStatus } from '#shared/contract/desk.ts'

/**
 * What keys ask of the row that is open, or that the walk stands at. The button or field that answers to a key names it
 * as `aria-keyshortcuts`, and that is all that binds the two. A letter is never also the second one of `g`.
 */
export const recordKeys = {
  confirmed: 'c',
  answered: 'c',
  held: 'h',
  'no-show': 'x',
  cancelled: 'e',
  closed: 'e',
  spam: 's',
  'spam?': 's',
  new: 'o',
  agree: 'y',
  decline: 'd',
  note: 'n',
  assign: 'a',
  take: 't',
} as const satisfies Readonly<Record<BookingStatus | MessageStatus, string> & Record<string, string>>

/** The attributes of a button that a key presses. */
export const pressedBy = (key: string, says: string) => ({
  'aria-keyshortcuts': key,
  title: `${says} (${key})`,
})

/** Every key of the desk, as the help shows them. */
export const shortcuts = [
  {
    where: 'Anywhere',
    keys: [
      { keys: '/', says: 'Search' },
      { keys: 'g b', says: 'Go to bookings' },
      { keys: 'g m', says: 'Go to messages' },
      { keys: 'g w', says: 'Go to the week' },
      { keys: 'g l', says: 'Go to letters' },
      { keys: 'g i', says: 'Go to insights' },
      { keys: '?', says: 'All keys' },
    ],
  },
  {
    where: 'In a list',
    keys: [
      { keys: 'j', says: 'Next row' },
      { keys: 'k', says: 'Row before' },
      { keys: 'Enter', says: 'Open the row' },
      { keys: 'Esc', says: 'Close what is open' },
    ],
  },
  {
    where: 'With a row',
    keys: [
      { keys: 'c', says: 'Confirm, or mark as answered' },
      { keys: 'y', says: 'Confirm the other time they ask for' },
      { keys: 'd', says: 'Leave the call as it is' },
      { keys: 'h', says: 'Held' },
      { keys: 'x', says: 'No-show' },
      { keys: 'e', says: 'Cancel, or close' },
      { keys: 's', says: 'Spam' },
      { keys: 'o', says: 'Open again, or not spam' },
      { keys: 't', says: 'Take it' },
      { keys: 'a', says: 'Assign' },
      { keys: 'n', says: 'Write a note' },
    ],
  },
] as const

/*
 * Whoever speaks to their computer, or presses keys by accident, can do without keys of one letter. That is a habit of
 * a person at a machine and nothing about anybody, so it stays with the browser.
 */
const place = 'desk-keys'
const listeners = new Set<() => void>()
const areOn = () => localStorage.getItem(place) !== 'off'
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useKeysAreOn = (): boolean => useSyncExternalStore(listen, areOn)

export function turnKeys(on: boolean): void {
  if (on) localStorage.removeItem(place)
  else localStorage.setItem(place, 'off')
  for (const listener of listeners) listener()
}

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
export function useShortcut(keys: string | readonly string[], act: HotkeyCallback, isOn = true): void {
  const keysAreOn = useKeysAreOn()
  useHotkeys(
    keys,
    (event, hotkey) => {
      if (!isOurs(event)) return
      event.preventDefault()
      act(event, hotkey)
    },
    {
      enabled: isOn && (keysAreOn || keys === 'escape'),
      useKey: true,
      ignoreModifiers: true,
      sequenceTimeoutMs: 1000,
    },
    [act],
  )
}
