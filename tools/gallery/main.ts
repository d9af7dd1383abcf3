import { readPlace } from './place.ts'

const place = readPlace(location)

// A frame holds the state alone, so that nothing of the gallery is between it and its styles.
if (place.isFrame) void import('./frame.ts').then(({ showFrame }) => showFrame(place))
else void import('./gallery.tsx').then(({ showGallery }) => showGallery(place))
