import { basesWords, type ClaimBase } from '#content/claim-bases.ts'

const { labels } = basesWords
const facts = ['counts', 'since', 'source', 'owner'] as const

/** What stands behind one claim, and a plain word where the provider has not filled it in. */
export function BaseFacts({ base }: { base: ClaimBase }) {
  return (
    <>
      <dl>
        {facts.map((fact) => (
          <div key={fact}>
            <dt>{labels[fact]}</dt>
            <dd>{base[fact]}</dd>
          </div>
        ))}
      </dl>
      {base.isSample && (
        <p>
          <strong>{basesWords.sample}</strong> {basesWords.sampleNote}
        </p>
      )}
    </>
  )
}
