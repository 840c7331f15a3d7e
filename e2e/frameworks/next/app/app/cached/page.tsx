export const dynamic = "force-static";
export const revalidate = 3600;

export default function Page() {
  return <p id="made">{crypto.randomUUID()}</p>;
}
