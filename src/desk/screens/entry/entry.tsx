import type { Door } from '#desk/lib/door.ts'

export function Screen({ door }: { door: Door }) {
  return <main>{door.kind}</main>
}
