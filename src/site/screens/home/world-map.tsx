import css from './home.module.css'
import worldMap from './world-map.svg?url'

/** The world in rows, as a timetable would draw it; the four countries that the copy names stand out. */
export function WorldMap({ names, words }: { names: readonly string[]; words: string }) {
  return (
    <figure className={css.map}>
      {/* A file of its own, which only those fetch who come near it: in the HTML, everybody would wait for it. */}
      <img src={worldMap} alt={names.join(', ')} width="180" height="66" loading="lazy" decoding="async" />
      <figcaption>{words}</figcaption>
    </figure>
  )
}
