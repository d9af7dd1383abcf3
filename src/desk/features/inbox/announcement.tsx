import { whoInWords } from '#desk/lib/words.ts'
import { unseen } from '#ui/unseen.ts'

interface AnnouncementProps {
  one: string
  latest: { id: string; name: string; company: string } | undefined
}

export function Announcement({ one, latest }: AnnouncementProps) {
  return (
    <p className={unseen} role="status">
      {latest && `New ${one} from ${whoInWords(latest)}`}
    </p>
  )
}
