export function Screen() { return <h1>partner360</h1> }
