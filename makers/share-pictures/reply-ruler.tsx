import { claims } from '#content/claims.ts'
import { contact } from '#content/contact.ts'
import { Frame } from './frame.tsx'
import { chart, colour } from './style.ts'
import { Words } from './words.tsx'

const { hero } = contact
const { reply } = contact.form
const strip = 168
const at = (hour: number) => (hour / 24) * chart.width
const hours = Array.from({ length: 23 }, (_, index) => index + 1)

/** Contact: the hours between a message and its answer. */
export function ReplyRuler() {
  return (
    <Frame name={hero.eyebrow} title={hero.title} caption={`${reply.title} ${reply.tomorrow}`}>
      <rect width={chart.width} height={strip} fill={colour.sunken} />
      {hours.map((hour) => (
        <path
          key={hour}
          d={`M${at(hour)} 0v${hour % 6 === 0 ? 44 : 24}`}
          stroke={colour.rule}
          strokeWidth="2"
        />
      ))}
      <rect width="12" height={strip} fill={colour.ink} />
      <rect x={chart.width - 12} width="12" height={strip} fill={colour.signal} />
      <Words x={36} y={140} size={76} look="head">
        {claims.answerWithin}
      </Words>
      <Words y={strip + 40}>{reply.start}</Words>
      <Words x={chart.width} y={strip + 40} anchor="end">
        {reply.end}
      </Words>
    </Frame>
  )
}
