import { useSyncExternalStore } from 'react'

export interface Readable<Value> {
  readonly get: () => Value
  /** The prerendered value. A part that hydrates later starts with this value, so that the HTML matches. */
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
