import { sourceWords } from '#desk/lib/words.ts'
import { Facts } from './facts.tsx'
import { RecordPart } from './record-part.tsx'

interface OriginProps {
  item: {
    source: string
    campaign: string | null
    first_view: string | null
    landing_page: string | null
    referrer: string | null
  }
}

/** The origin of the visit in which it was sent. Addresses are plain text, because a browser can send anything. */
export function Origin({ item }: OriginProps) {
  const isTold = item.landing_page !== null || item.source !== 'site'
  return (
    <RecordPart title="Where they came from">
      <Facts
        facts={[
          { label: 'Source', value: isTold && sourceWords(item.source) },
          ...(isTold
            ? [
                { label: 'Campaign', value: item.campaign ?? 'none' },
                { label: 'First view', value: item.first_view },
                { label: 'First address', value: item.landing_page },
                { label: 'Site before', value: item.referrer ?? 'none' },
              ]
            : []),
        ]}
      />
    </RecordPart>
  )
}
