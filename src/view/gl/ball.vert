// A ball: `ball` is its centre and radius, `corner` a point of the unit sphere.
uniform mat4 clip;
in vec3 corner;
in vec4 ball;
in vec4 tint;
out vec3 pos;
out vec3 nor;
out vec4 col;

void main() {
    nor = corner;
    pos = ball.xyz + corner * ball.w;
    col = tint;
    gl_Position = clip * vec4(pos, 1.0);
}
