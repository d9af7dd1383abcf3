import { unseen } from './unseen.ts'

/**
 * A field that no person meets, by sight, by ear or by keyboard, and that a program which fills in all it finds
 * does. `name` is one that browsers have nothing saved for.
 */
export const Trap = ({ name, defaultValue }: { name: string; defaultValue?: string }) => (
  <input
    className={unseen}
    name={name}
    defaultValue={defaultValue}
    tabIndex={-1}
    autoComplete="off"
    aria-hidden
  />
)
