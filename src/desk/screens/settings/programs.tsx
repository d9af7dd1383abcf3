import { Link } from '@tanstack/react-router'
import { Section } from '#desk/lib/page.tsx'
import { buttonLook } from '#ui/button.tsx'

/** The way to the webhooks, which have a screen of their own. */
export function Programs() {
  return (
    <Section
      title="Webhooks"
      text="Other programs of yours, such as a CRM or a team chat, can hear at once of bookings and messages."
    >
      <Link to="/settings/webhooks" className={buttonLook()}>
        Webhooks
      </Link>
    </Section>
  )
}
