export function Screen() { return <h1>delivery-frameworks</h1> }
