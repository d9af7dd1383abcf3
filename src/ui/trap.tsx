import { unseen } from './unseen.ts'

/**
 * A field that no person meets, by sight, by ear or by keyboard, and that a program which fills in all it finds
 * does. `name` is one that browsers have nothing saved for.
 */
export function Trap({ name }: { name: string }) {
  return <input className={unseen} name={name} tabIndex={-1} autoComplete="off" aria-hidden />
}
