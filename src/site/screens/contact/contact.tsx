import { contact } from '#content/contact.ts'
import { CallBanner } from '#site/features/booking/call-banner.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { ContactOptions } from './contact-options.tsx'
import { Faqs } from './faqs.tsx'
import { Regions } from './regions.tsx'
import { SocialLinks } from './social-links.tsx'
import { messagePanel, WriteToUs } from './write-to-us.tsx'

export const laters = [messagePanel]

export function Screen() {
  return (
    <>
      <PageHead {...contact.hero} />
      <ContactOptions />
      <WriteToUs />
      <Regions />
      <Faqs />
      <SocialLinks />
      <CallBanner {...contact.call} />
    </>
  )
}
