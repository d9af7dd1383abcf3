import { brand } from '#content/brand.ts'
import { saveFile } from '#desk/lib/save-file.ts'
import { serverNow } from '#desk/lib/server-clock.ts'
import { longDay } from '#desk/lib/times.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from './copy-button.tsx'
import { inGroups } from './groups.ts'
import css from './recovery-sheet.module.css'

/** The codes as a sheet of paper, to copy, to save, or to print. */
export function RecoverySheet({ codes, email }: { codes: readonly string[]; email: string }) {
  const shown = codes.map((code) => inGroups(code, '-'))
  const made = longDay(new Date(serverNow()))
  const title = `Recovery codes · ${brand.name} desk`
  const text = [title, `${email}, ${made}`, 'Each works once.', '', ...shown, ''].join('\r\n')
  return (
    <div className={css.whole}>
      <div className={css.sheet}>
        <h2 className={css.title}>{title}</h2>
        <p className={css.whose}>
          {email}, {made}
        </p>
        <ul className={css.codes}>
          {shown.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={css.ways}>
        <CopyButton text={shown.join('\n')} says="Copy" />
        <Button
          size="small"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'desk-recovery-codes.txt')}
        >
          Download
        </Button>
        <Button size="small" onClick={() => print()}>
          Print
        </Button>
      </div>
    </div>
  )
}
