import { Link } from '@tanstack/react-router'
import { Blank } from '#ui/blank.tsx'
import { buttonLook } from '#ui/button.tsx'

/** The screen for unknown addresses. */
export function NowhereScreen() {
  return (
    <Blank
      title="There is nothing here"
      level={1}
      text="The address may be old, or a letter of it is missing."
    >
      <Link to="/bookings" search={{}} className={buttonLook('signal')}>
        To the bookings
      </Link>
    </Blank>
  )
}
