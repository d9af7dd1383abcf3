import { contact } from '#content/contact.ts'
import { CallBanner, useSlots } from '#site/features/booking/book-call.tsx'
import { Figures } from '#ui/figures.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { ContactOptions } from './contact-options.tsx'
import { Faqs } from './faqs.tsx'
import { Regions } from './regions.tsx'
import { ReplyRuler } from './reply-ruler.tsx'
import { messagePanel, WriteToUs } from './write-to-us.tsx'

const { call, hero } = contact

export const laters = [messagePanel]

export function Screen() {
  return (
    <>
      <PageHead
        eyebrow={hero.eyebrow}
        title={hero.title}
        lede={hero.lede}
        beside={<ReplyRuler />}
        below={<Figures items={hero.figures} />}
      >
        <ContactOptions />
      </PageHead>
      <WriteToUs />
      <Regions />
      <Faqs />
      <CallBanner title={call.title} text={useSlots(call.text)} look="line" />
    </>
  )
}
