import { useSyncExternalStore } from 'react'

/** A value outside of every screen that tells of its changes. */
export interface Readable<Value> {
  readonly get: () => Value
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

export const useStore = <Value>({ subscribe, get }: Readable<Value>): Value =>
  useSyncExternalStore(subscribe, get, get)
