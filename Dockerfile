# talusd in a container. From the root of the tree:
#   docker build -t talus .
#   docker run -p 7420:7420 -p 7421:7421 talus
FROM debian:bookworm-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
    g++ cmake ninja-build libgrpc++-dev protobuf-compiler protobuf-compiler-grpc libprotobuf-dev \
    libabsl-dev libtbb-dev libssl-dev prometheus-cpp-dev libcli11-dev pkg-config
WORKDIR /src
COPY . .
RUN cmake --preset release -DBUILD_TESTING=OFF -DTALUS_BUILD_CLIENT=OFF \
    && cmake --build --preset release --target talusd \
    && strip build/release/server/talusd

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
    libgrpc++1.51 libprometheus-cpp-pull1.0 libtbb12 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /src/build/release/server/talusd /usr/local/bin/talusd
COPY deploy/talusd.conf /etc/talus/talusd.conf
USER 10001:10001
EXPOSE 7420 7421
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["talusd", "--health", "127.0.0.1:7420"]
ENTRYPOINT ["talusd", "--config", "/etc/talus/talusd.conf"]
# Outside of the container only the ports that are published can be reached.
CMD ["--listen", "0.0.0.0:7420", "--metrics-listen", "0.0.0.0:7421"]
