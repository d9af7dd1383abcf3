import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import { type HotkeyCallback, useHotkeys } from 'react-hotkeys-hook'
import type { BookingStatus, MessageStatus } from '#shared/contract/desk.ts'
import { local } from './browser-storage.ts'

/**
 * Shortcuts for the open or selected row. A button or field declares its key as `aria-keyshortcuts`; no other code
 * connects a key to its button. These keys must differ from the second keys of the `g` sequences.
 */
export const recordKeys = {
  confirmed: 'c',
  answered: 'c',
  completed: 'h',
  'no-show': 'z',
  cancelled: 'e',
  closed: 'e',
  spam: 's',
  'spam?': 's',
  new: 'o',
  won: '1',
  lost: '2',
  later: '3',
  'no-fit': '4',
  step: 'f',
  agree: 'y',
  decline: 'd',
  note: 'p',
  reply: 'r',
  offer: 'f',
  assign: 'a',
  take: 't',
} as const satisfies Readonly<Record<BookingStatus | MessageStatus, string> & Record<string, string>>

/** Returns the attributes of a button that can be pressed with a key. */
export const shortcutProps = (key: string, says: string) => ({
  'aria-keyshortcuts': key,
  title: `${says} (${key})`,
})

export const shortcuts = [
  {
    where: 'Anywhere',
    keys: [
      { keys: '/', says: 'Search' },
      { keys: 'g q', says: 'Go to Mine, your start page' },
      { keys: 'g b', says: 'Go to bookings' },
      { keys: 'g m', says: 'Go to messages' },
      { keys: 'g w', says: 'Go to week' },
      { keys: 'g u', says: 'Go to availability' },
      { keys: 'g l', says: 'Go to emails' },
      { keys: 'g i', says: 'Go to insights' },
      { keys: '?', says: 'Show all shortcuts' },
    ],
  },
  {
    where: 'In a list',
    keys: [
      { keys: 'j', says: 'Next row' },
      { keys: 'k', says: 'Previous row' },
      { keys: 'Enter', says: 'Open the row' },
      { keys: 'n', says: 'New booking by phone' },
      { keys: 'x', says: 'Select the row; with Shift, all rows up to it' },
      { keys: 'Shift+A', says: 'Select all rows; row shortcuts then apply to all' },
      { keys: 'Esc', says: 'Clear the selection, or close the open record' },
    ],
  },
  {
    where: 'On a row',
    keys: [
      { keys: 'c', says: 'Confirm, or mark as answered' },
      { keys: 'y', says: 'Confirm the requested time' },
      { keys: 'd', says: 'Decline the new time' },
      { keys: 'h', says: 'Mark as completed' },
      { keys: '1 2 3 4', says: 'Record the outcome of a completed call: won, lost, later, no fit' },
      { keys: 'z', says: 'Mark as a no-show' },
      { keys: 'e', says: 'Cancel, or close' },
      { keys: 's', says: 'Mark as spam' },
      { keys: 'o', says: 'Reopen, or mark as not spam' },
      { keys: 't', says: 'Assign to me' },
      { keys: 'a', says: 'Assign' },
      { keys: 'r', says: 'Reply' },
      { keys: 'f', says: 'Offer times, or record the next step' },
      { keys: 'p', says: 'Write a note' },
    ],
  },
] as const

/*
 * Users of speech input, and users who press keys by accident, can turn single-key shortcuts off. The setting is stored
 * in the browser, because it depends on the user's device.
 */
const place = 'desk-keys'
const listeners = new Set<() => void>()
const areOn = () => local.getItem(place) !== 'off'
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSingleKeyShortcuts = (): boolean => useSyncExternalStore(listen, areOn)

export function setSingleKeyShortcuts(on: boolean): void {
  if (on) local.removeItem(place)
  else local.setItem(place, 'off')
  for (const listener of listeners) listener()
}

/** An open overlay that handles keys. Toasts also have the role `dialog`, but are not modal. */
const openOverlay =
  ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not([data-closed], [role=region] *)'

/** True if the desk handles this key press: it is not a browser shortcut, and no open overlay handles keys. */
function isHandledHere(event: KeyboardEvent): boolean {
  const { defaultPrevented, ctrlKey, metaKey, altKey } = event
  // Windows reports AltGr, which some layouts need for `/`, as Ctrl and Alt together.
  const isChord = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph')
  return !defaultPrevented && !isChord && !document.querySelector(openOverlay)
}

/**
 * Runs `act` when a key is pressed outside fields. A sequence of two keys is written `g>b`. `/` and `?` are matched as
 * characters, regardless of the keys that produce them.
 */
export function useShortcut(keys: string | readonly string[], act: HotkeyCallback, isOn = true): void {
  const keysAreOn = useSingleKeyShortcuts()
  useHotkeys(
    keys,
    (event, hotkey) => {
      if (!isHandledHere(event)) return
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

export interface PendingShortcut {
  /** The pending shortcut; null if there is none. */
  wish: string | null
  onWishGranted: () => void
}

/**
 * Runs a shortcut after the record has loaded: clicks the button or focuses the field that declares the key. If a move
 * is not allowed, no button declares its key.
 */
export function usePendingShortcut(
  { wish, onWishGranted }: PendingShortcut,
  isReady: boolean,
  record: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (wish === null || !isReady) return
    onWishGranted()
    const target = record.current?.querySelector<HTMLElement>(`[aria-keyshortcuts~="${wish}"]`)
    if (target instanceof HTMLButtonElement) target.click()
    else target?.focus()
  })
}
