/** The parts for Node: the checkout as a listener, and the transport that can send a GET with a body. */
export {
  nodeHandler,
  type FastifyLikeReply,
  type FastifyLikeRequest,
  type NodeHandler,
  type NodeRequest,
} from './handler.ts';
export { nodeTransport, type NodeTransportOptions } from '../../providers/service/transport/node-transport.ts';
