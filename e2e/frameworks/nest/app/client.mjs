// Sends messages by a WebSocket, and prints what comes back. At the word `wait`,
// it waits until its input ends.
import { io } from "socket.io-client";
import WebSocket from "ws";

const [kind, origin, from, cookie, ...messages] = process.argv.slice(2);
const headers = { origin: from, cookie };
const answers = [];
// An answer that never comes is a failure.
setTimeout(() => process.exit(1), 60_000);

function note(event, data) {
  answers.push([event, data]);
  next();
}

function next() {
  const message = messages.shift();
  if (message === undefined) {
    process.stdout.write(JSON.stringify(answers), () => process.exit(0));
  } else if (message === "wait") {
    console.log("waiting");
    process.stdin.on("end", next).resume();
  } else send(message);
}

let send;
if (kind === "io") {
  const socket = io(origin, {
    path: "/socket",
    transports: ["websocket"],
    extraHeaders: headers,
  });
  send = (event) => socket.emit(event, {});
  socket.onAny(note);
  socket.on("connect", next);
} else {
  const socket = new WebSocket(`${origin.replace("http", "ws")}/socket`, {
    headers,
  });
  send = (event) => socket.send(JSON.stringify({ event, data: {} }));
  socket.on("message", (text) => {
    const { event, data } = JSON.parse(text);
    note(event, data);
  });
  socket.on("open", next);
}
