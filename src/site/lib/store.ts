import { useSyncExternalStore } from 'react'

/** A value outside of every screen that tells of its changes. */
export interface Readable<Value> {
  readonly get: () => Value
  /** What the page was prerendered with: a piece that comes to life later begins there, whatever has changed since. */
  readonly first: () => Value
  readonly subscribe: (listener: () => void) => () => void
}

export interface Store<Value> extends Readable<Value> {
  readonly set: (next: Value) => void
}

export function createStore<Value>(first: Value): Store<Value> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    first: () => first,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useStore = <Value>({ subscribe, get, first }: Readable<Value>): Value =>
  useSyncExternalStore(subscribe, get, first)
